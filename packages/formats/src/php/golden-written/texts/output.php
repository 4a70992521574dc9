<?php

return [
    'a' => [
        'quotes' => 'It\'s "a" \\ $b',
        'signs' => "\"\$x\"\\\n\t\r\u{1b}\u{85}é😀",
        'placeholders' => ':name :Name of :NAME, 12:30',
    ],
    'b' => [
        'x',
        [
            'c' => 'y',
        ],
    ],
    'empty' => '',
    'it\'s' => null,
    '404' => 'Not found',
];
