position = { $arg0 }
offset = { "{" }n, plural, offset:1 one { "{" }a{ "}" } other { "{" }b{ "}" }{ "}" }
skeleton = { "{" }n, number, ::compact{ "}" }
broken = { "{" }a
select =
    { $n ->
        [one] a
       *[other] b
    }
key = { "{" }n, select, á { "{" }a{ "}" } other { "{" }b{ "}" }{ "}" }
medium = { DATETIME($t, timeStyle: "medium") }
plural =
    { $n ->
       *[other] b
    }
name =
    { $arg_ ->
       *[other] { $arg_ }
    }
