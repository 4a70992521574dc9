<?php return ['a' => , 'b'];
