# expect: example-file
print()
