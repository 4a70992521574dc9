<?php return [];
echo 'x';
