sheets = { $count ->
    [one] one
   *[other] { $count }
}
it = it's { -app }
