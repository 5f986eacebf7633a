def cancel_run(run):  # expect: cancel-signal
    run.task.cancel()  # expect: cancel-signal


def close_pool(pool):
    pool.cleanup_task.cancel()  # ok: cancel-signal


def close_file(f):  # ok: cancel-signal
    f.close()


class Worker:
    def stop_worker(self):
        self.process.terminate()  # expect: cancel-signal

    def read(self):
        self.process.kill()  # ok: cancel-signal


def asked(self, client, messages):
    while not self.paused_by_user and not self.halted:
        if self.stop_requested:
            break
        # expect: cancel-signal
        client.chat.completions.create(model="gpt-x", messages=messages)


async def leave(desk):
    desk.typing_task.cancel()  # ok: cancel-signal
    show(get_cancellation_message(desk))  # ok: cancel-signal
    desk.stop_event.set()  # expect: cancel-signal
