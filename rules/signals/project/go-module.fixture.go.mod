module demo // expect: go-module

go 1.24
