"""Renders templates as Home Assistant does: jinja2 in a sandbox, and those of its own functions that the examples use.

Reads {"states": {entity: attributes}, "value": text or null, "templates": [text]} from standard input and writes a list of
{"text": …} or {"error": …}. What the functions do is from Home Assistant's page "Templating" and its template_functions pages.
"""
import json
import sys

from jinja2.sandbox import ImmutableSandboxedEnvironment


def rounded(value, precision=0):
    """Home Assistant's `round`: a whole number without decimals, and no default for what is not a number."""
    return int(round(float(value))) if precision == 0 else round(float(value), precision)


def main():
    asked = json.load(sys.stdin)
    environment = ImmutableSandboxedEnvironment()
    environment.filters.update(round=rounded, to_json=json.dumps)
    environment.globals["state_attr"] = lambda entity, name: asked["states"].get(entity, {}).get(name)
    variables = {} if asked["value"] is None else {"value_json": json.loads(asked["value"])}
    answers = []
    for template in asked["templates"]:
        try:
            answers.append({"text": environment.from_string(template).render(variables).strip()})
        except Exception as error:  # a template that fails is an answer, too
            answers.append({"error": f"{type(error).__name__}: {error}"})
    json.dump(answers, sys.stdout)


main()
