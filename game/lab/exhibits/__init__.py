"""The kinds of exhibits, one file each.

springs  six masses on springs, each by another method of integration
"""
