<?php

return [
    'two' => ':count apple|:count apples',
    'exact' => '{0} None|{1} One|[2,*] :count of :total',
    'same' => 'sheep|sheep',
    'kept' => 'one|many|{0} none',
    'kept-of-another-text' => '{0} none|{1} one|[2,*] more',
    'empty' => '',
];
