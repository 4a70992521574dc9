<?php return [<<<A
b
 AB
];
