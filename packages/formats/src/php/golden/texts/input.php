<?php

declare(strict_types=1);

/*
 * Texts of the sign-in page.
 */
return [
    'single' => 'It\'s a \\ and a \n',
    "double" => "Line\n\ttab, \"quoted\", \$sign, 100\%, \q",
    'escapes' => "\x41\101\u{e9}\u{1F600}\xc3\xa9\e[0m",
    'joined' => 'One ' . // first
        "two\n"
        . 'three',
    'heredoc' => <<<TEXT
        First "line"
          second \$line\t\u{e9} \"

        last
        TEXT,
    'nowdoc' => <<<'TEXT'
    $name {$name} \n
    TEXT . '!',
    'lines' => 'a
b',
    # A comment => 'x',
    'old' => array('style' => 'Ä', 'empty' => '', ),
    'none' => NULL,
    'number' => 1_000.50,
    'hex' => -0x1F,
    'octal' => 010,
    'yes' => TRUE,
    404 => 'Not found',
    -1 => 'below',
    'next',
    'list' => ['a', ['b', 'c'], [5 => 'd', 'e']],
    'nothing' => [],
];
?>
