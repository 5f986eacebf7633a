module example.org/porter

go 1.23

require github.com/sashabaranov/go-openai v1.36.0
