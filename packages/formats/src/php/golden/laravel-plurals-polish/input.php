<?php

return [
    'three' => ':count plik|:count pliki|:count plików',
    'two' => 'plik|pliki',
    'zero' => '{0} brak|plik|pliki',
];
