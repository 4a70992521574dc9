<?php

return [
    'left-over' => 'りんご|りんごs',
    'three' => 'a|b|c',
    'zero' => '{0} なし|[1,*] :count個',
];
