use super::{calls, expect, facts, functions, imports, settings};
use crate::{facts::model::SettingKind, syntax::Language::Bash};

#[test]
fn commands_are_calls() {
    let facts = facts(
        Bash,
        "\
#!/usr/bin/env bash
source ./lib/common.sh
. \"env.sh\"
install() {
  curl -fsSL https://x.example/i.sh | sudo -E sh -s -- --yes
  for f in *.txt; do rm -rf \"$f\" 'a b' \"c\"d; done
}
if docker run --rm -v /:/host \"$IMAGE\" && grep -q x y; then echo \"n $z\"; fi
timeout 30 /usr/bin/python3 run.py
FOO=1 eval \"$(cat cmd)\" > out
while read -r line; do $RUNNER \"$line\"; done < in
cat <<EOF | bash
echo $X
EOF
",
    );
    expect(imports(&facts), &["2 ./lib/common.sh", "3 env.sh"]);
    expect(functions(&facts), &["4-7 Function install()"]);
    expect(
        calls(&facts),
        &[
            "2 sh:source(\"./lib/common.sh\") unused",
            "3 sh:.(\"env.sh\") unused",
            "5 sh:curl | sh(\"-fsSL\", \"https://x.example/i.sh\") in install unused",
            "5 sh:curl(\"-fsSL\", \"https://x.example/i.sh\") in install",
            "5 sh:sudo(\"-E\", \"sh\", \"-s\", \"--\", \"--yes\") in install unused",
            "5 sh:sh(\"-s\", \"--\", \"--yes\") in install unused",
            "6 sh:rm(\"-rf\", f, \"a b\", \"cd\") in install loop unused",
            "8 sh:docker(\"run\", \"--rm\", \"-v\", \"/:/host\", IMAGE)",
            "8 sh:grep(\"-q\", \"x\", \"y\")",
            "8 sh:echo(<\"n $z\">) unused",
            "9 sh:timeout(\"30\", \"/usr/bin/python3\", \"run.py\") unused",
            "9 sh:python3(\"run.py\") unused",
            "10 sh:eval(<\"$(cat cmd)\">) unused",
            "10 sh:cat(\"cmd\")",
            "11 sh:read(\"-r\", \"line\") loop",
            "11 sh:$RUNNER(line) loop unused",
            "12 sh:cat() unused",
            "12 sh:bash() unused",
        ],
    );
}

#[test]
fn variables_are_settings() {
    let facts = facts(
        Bash,
        "\
MODE=safe
readonly LIMIT=5
export APP_MODE=\"open\" OTHER
PORT=${PORT:-8080}
: \"${APP_YES:=false}\"
HOST=\"${APP_HOST-localhost}\"
ARGS=(a 'b c')
x=${1:-first}
EMPTY=
f() { local name=${APP_NAME:-bob}; inner=1; export DEEP=true; }
DEBUG=1 run
NOW=$(date)
",
    );
    expect(
        settings(&facts, SettingKind::Constant),
        &[
            "1 mode=\"safe\"",
            "2 limit=5",
            "3 app_mode=\"open\"",
            "6 host=<${APP_HOST-localhost}>",
            "7 args=[\"a\", \"b c\"]",
            "8 x=<${1:-first}>",
            "9 empty=\"\"",
            "10 deep=true",
            "11 debug=1",
            "12 now=<$(date)>",
        ],
    );
    expect(
        settings(&facts, SettingKind::Environment),
        &["4 port=8080", "5 app_yes=false", "6 app_host=\"localhost\"", "10 app_name=\"bob\""],
    );
}
