"""What each kind of chart is made of, in the marks of altair."""
