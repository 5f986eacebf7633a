from flask import Blueprint, Flask
from flask_login import login_required

app = Flask(__name__)
bp = Blueprint("bp", __name__)


@bp.before_request
def check_key():
    return None


# route: flask http get,post "/jobs" ->jobs in jobs around=[flask_login.login_required]
@app.route("/jobs", methods=["GET", "POST"])
@login_required
def jobs():
    return []


# route: flask http "/keys" ->keys in keys around=[check_key]
@bp.route("/keys")
def keys():
    return []


# route: flask http "/late" ->late around=[flask_login.login_required]
app.add_url_rule("/late", view_func=login_required(late))
