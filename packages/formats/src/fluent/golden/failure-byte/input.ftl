a = b
c = ÿ
