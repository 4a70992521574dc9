<?php
$a = 1;
return ['a' => $a];
