### Texts of the mill

## Front page

# Shown above all.
#   $name (String) - of the reader
greeting = Hello
# A note that belongs to nothing.

# Of the label.
close =
    .label = Close
## Other pages

other = Other

##

loose = Loose
# The end.
