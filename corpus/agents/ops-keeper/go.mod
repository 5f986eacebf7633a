module example.org/ops-keeper

go 1.23

require (
	github.com/golang-jwt/jwt/v5 v5.2.1
	github.com/jackc/pgx/v5 v5.7.1
	github.com/sashabaranov/go-openai v1.36.0
	gopkg.in/yaml.v3 v3.0.1
)
