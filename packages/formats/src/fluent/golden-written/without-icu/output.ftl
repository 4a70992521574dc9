pattern = Hi { $name } { -x }
text = Hi { "{" }name
plural =
    { $n ->
        [one] a { $n }
       *[other] b
    }
