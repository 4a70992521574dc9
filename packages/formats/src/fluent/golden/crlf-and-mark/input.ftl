a = žena 😀
    zwei

# Anmerkung
b = x { $y ->
c =
    .d = é
é = x
