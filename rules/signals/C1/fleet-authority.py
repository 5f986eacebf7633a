import boto3  # expect: fleet-authority
import json  # ok: fleet-authority
import google.auth  # ok: fleet-authority
