### File


## One

b = B
# Note
#
# more
a = {{ $n }}

## Two

c = { $m }

##

new = New

# End

