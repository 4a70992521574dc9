<?php return ['ä' => '', 'b' => f()];
