<?php return [ /* 'a' ];
