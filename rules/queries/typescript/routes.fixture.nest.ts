import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { OnEvent } from '@nestjs/event-emitter';
import { SignedIn } from './guards';

@Controller('jobs')
@UseGuards(SignedIn)
export class Jobs {
  // route: nestjs http get "/jobs/list" ->list in list around=[./guards.SignedIn, @nestjs/common.UseGuards]
  @Get('list')
  list() {}

  // route: nestjs http post ->create in create around=[./guards.SignedIn, @nestjs/common.UseGuards, Admin]
  @Post()
  @UseGuards(Admin)
  create() {}

  // route: nestjs schedule "0 3 * * *" ->nightly in nightly around=[./guards.SignedIn, @nestjs/common.UseGuards]
  @Cron('0 3 * * *')
  nightly() {}

  // route: nestjs event "done" ->done in done around=[./guards.SignedIn, @nestjs/common.UseGuards]
  @OnEvent('done')
  done() {}
}
