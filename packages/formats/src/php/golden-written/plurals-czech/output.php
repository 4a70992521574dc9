<?php

return [
    'three' => ':count soubor|:count soubory|:count souborů',
    'fraction' => 'soubor|soubory|souborů',
    'exact' => '{0} nic|{1} a|[2,4] b|[5,*] c',
];
