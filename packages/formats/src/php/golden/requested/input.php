<?php

return ['a' => ':name|b'];
