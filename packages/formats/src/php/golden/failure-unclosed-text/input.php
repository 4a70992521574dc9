<?php return ['é', 'b];
