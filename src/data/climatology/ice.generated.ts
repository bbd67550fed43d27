/** Height of ice sheets. Made by research/world-climatology/make.py; see NOTICE.md. */
export const ICE = {
  rows: 91,
  columns: 180,
  layers: 1,
  unit: 20,
  zero: 0,
  changes: false,
  data:
    "eNrswUWC3DAUBNCSvmW2h6dX4ftfKczcbHFglWV4Guo90HdETVeIhhZT6hhcTPMFdlrZNnVZiGgRKJVyiMFbN21swu5qhioFrUWAMKUsgtSZ+WeL" +
    "3eU228nl/qwpRbRWSn+VQtpMGrtru7TWuvayNUaKolAqrZ8tTk4r7Lg4f7/qr8viKxX8k7dte3mCnTd/ncfaiFZxtbGnM+wHFwRhvbUfpge3sScK" +
    "o+2zRws5Ha/OsSeyMZ8fL6r6+hR749OLebq83WGfLJ+/b+5d4EgQERERERERERERERERERERERERERFRjQm/pz6tN58dflTBAhgvjFsFE9c+1R2s" +
    "GXSK1m4D/pLy1H3Gr1HIzelQQhqD7L1dL5Ye6C+/lEoWiM7bQBCe2ZWUvECZ8RI9Re9/gDLzo9jS7vSPnZS5n2BssWa1q+7mjkxSGREgi0M0Y4zH" +
    "0zSPjumE/4lvvN7c/82hN7tiRmD0lHzT2sa4adX77bQ7cLr//qv73fPHm211n+0GzO++GnXnk+9qmR5tO90OmXtlJmC8/e7u352bNQdQMHChlQO+" +
    "Gfgj6m633xX59qYYDJEBxzzM3adv7zvz/jTG6CN2Lz6128cPswQpk4wuWnVCkQD66PK2aaUUtG2MTz/Dn2KlVqObAEUfvQNoe6d5QcQYrJ74+qPt" +
    "M3/o7mG/32+bkf0EgGRpbujTae7IPs1j7nNPsh5fOMy3c3aJoAhACVAghEilZKAbTRrTVDkK/gjzutu1Up0wIp4wFAIxWMGhmBKPjwDuvupPP/fr" +
    "NXbH1owsmqeHExzzHDRYKYVp24IRiYyMlLHUzf7g0+nhYUpRAECAxsXxc1YKpJEgoVR89vnrL+PXGNLcvJiQmTAHSLPSvDaS88NARu+3D1Dvc4/2" +
    "3AFn6tZOE1AqUZoXi9N0eowUCUAESBJ2RgAJmpXqdVML1cc8jxiZKYnryYVc/nmdfhYqetsIf4Sk08NYtiS81tZabW4GIjNG0Ea3kojAiisX3Wx9" +
    "PkUPNyihcyESKYBrJgxm5m5uVoqZEYRi9BgRkQJBCRQFCSLOAiHHCP9+8xp+S8IyGSk4FRFKEqS7Fzej8tyYftzBmKmMIZTWyrjtu2MtEbDomedB" +
    "ZySltMhybgNJLpWRTthq0c+sQcACuVTEajJFlN2G99/jzMvPReOpj/n2EWfGuNmKCLkDEAUmoAzp8t5LK5QXEKBZmBNmHCfFELBcF0qsj3IlBQGr" +
    "c9BZ1g8gtQZgPd8ia7ZzonHJpXo+80KkRrTP3se7gC5muKYpjRC4xANCRuSIPkZChNkSVi+rEGOah6pr6pGQkBfvlp9LEiFcPV+a8Yvu1XoZLgeF" +
    "ETTCrhFZemBeq5X27NM488431rUtpR1vAAHA46Miod6XIMeITCVgTyjVnOvaOuefrfylq8BSlhrAUqe05vX/WnB96kvF6xUWwfq9KsxoxuLzK29z" +
    "XprMjAhuCtetIZotCuAygrauA1w9wvp7aYD0K9XavNRrXrl2/YwA4md+9cPfN+lHYOMKvQ==",
} as const;
