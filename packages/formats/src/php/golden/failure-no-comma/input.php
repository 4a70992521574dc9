<?php return ['a' => 'b' 'c' => 'd'];
