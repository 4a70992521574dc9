lines =
    First line
      second line, indented

    third line
inline = First
    second
quoted = { "" }
    [brackets]
spaces = { "  " }in between{ "\u00A0" }
dots = a
    { "." }b
empty = { "" }
