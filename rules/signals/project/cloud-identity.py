import boto3


def connect(shelf):
    boto3.client("s3")  # expect: cloud-identity
    shelf.client("s3")  # ok: cloud-identity
