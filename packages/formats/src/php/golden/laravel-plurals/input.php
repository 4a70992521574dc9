<?php

return [
    'two' => ':count apple|:count apples',
    'ranges' => '{0} None|[1,19] Some|[20,*] Many, :count',
    'exact' => '{0} None|{1} One|[2,*] :count of :total',
    'mixed' => 'one|many|{0} none',
    'spaced' => '{0} None |{1} One | [2,*] Many',
    'same' => 'sheep|sheep',
    'breadcrumbs' => 'Home | Users | Roles',
    'blank' => '|x',
    'fraction' => '{1.5} a|b',
    'large' => '[0,999] few|[1000,*] many',
    'nested' => ['plural' => 'x|y'],
];
