"""Results against gold: what is right, wrong and missing, per field; whether quotes and boxes hold; whether the
confidences mean what they say; and whether one set of results is better than another.

Gold is a file of JSON Lines that anybody can write (``gold``). Facts and values meet in ``matching``, by the rule of
their field (``fields``); everything else counts what comes out there.
"""
