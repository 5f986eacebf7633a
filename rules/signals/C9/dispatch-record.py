def execute(self, tool, arguments):
    result = tool.run(arguments)
    self.desk.record_tool_result(tool, result)  # expect: dispatch-record
    self.metrics.record_tool_metric(tool)  # ok: dispatch-record
    return result


def tidy(self, shelf):
    self.desk.record_event(shelf)  # ok: dispatch-record
