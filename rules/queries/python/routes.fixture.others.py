import dramatiq
import pika
from aiohttp import web
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from django.contrib.auth.decorators import login_required
from django.urls import path
from sanic import Sanic
from slack_bolt import App
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute
from telegram.ext import Application
from tornado.web import url
import boto3
import discord
from kafka import KafkaConsumer

urls = [
    # route: django http "jobs/" ->jobs around=[django.contrib.auth.decorators.login_required]
    path("jobs/", login_required(jobs)),
    # route: django http "open/" ->views.open
    path("open/", views.open),
]
routes = [
    # route: starlette http post "/run" ->run around=[KeyMiddleware, starlette.middleware.Middleware]
    Route("/run", run, methods=["POST"], middleware=[Middleware(KeyMiddleware)]),
    # route: starlette socket "/live" ->live
    WebSocketRoute("/live", endpoint=live),
    # route: aiohttp http get "/x" ->x
    web.get("/x", x),
    # route: tornado http "/y" ->Y
    url("/y", Y),
]
sanic = Sanic("x")


# route: sanic http get "/s" ->s in s
@sanic.get("/s")
async def s(request):
    return None


# route: dramatiq queue ->d in d
@dramatiq.actor
def d():
    return None


slack = App()


# route: slack event "app_mention" ->mentioned in mentioned
@slack.event("app_mention")
def mentioned(event):
    return None


client = discord.Client()


# route: discord event ->on_message in on_message
@client.listen()
async def on_message(message):
    return None


# route: pika queue "jobs"
channel.basic_consume("jobs", on_message_callback=work)
# route: apscheduler schedule "cron" ->nightly
AsyncIOScheduler().add_job(nightly, "cron", hour=3)
# route: sqs queue
boto3.client("sqs").receive_message(QueueUrl=URL)
# route: kafka queue
consumer.subscribe(["jobs"])
# route: telegram event ->heard around=[MessageHandler]
application.add_handler(MessageHandler(heard))
