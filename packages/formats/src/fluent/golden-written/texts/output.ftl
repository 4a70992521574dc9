braces = { "{" }x{ "}" }
edges = { " " }a{ " " }
ends =
    { "" }
    a
    { "" }
lines =
    a
    { " " } b
    
    { "." }c
    { "[" }d
    { "*" }e
return = a{ "\u000D" }b
start = .a
    b
term = by { -brand } and { "{" } -brand
quotes = "\" { $x }
select-in-text =
    { PLATFORM() ->
        [win] a
       *[other] b
    }!
