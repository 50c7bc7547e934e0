"""``windtunnel calibrate program | network | check``: a real machine described by measurements, and checked against them.

A module for each duty: ``raw`` reads measurements, ``levels`` has their statistics, ``routes`` the shape of the machine,
``parameters`` the direct estimate of each value, ``tunnel`` runs the measuring program on a described machine, ``fit``
improves values by such runs, ``files`` writes the platform and library, ``compare`` and ``reasons`` say what is off and
why, ``page`` shows it.
"""
