"""Runs Python lines of the page as they stand, and prints the columns of the `data` that each leaves.

Standard input is a JSON list of programs, standard output a JSON list of lists of columns.
"""

import json
import sys


def columns(data):
    data = data.drop(columns="end_time", errors="ignore").dropna(axis=1, how="all")
    return [[None if value != value else value for value in data[name].tolist()] for name in data]


def result(program):
    names = {}
    exec(program, names)
    return columns(names["data"])


json.dump([result(program) for program in json.load(sys.stdin)], sys.stdout)
