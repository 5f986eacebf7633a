agent = create_agent(model, tools, interrupt_on={"write_file": True})  # expect: approval-framework-flag
plain = create_agent(model, tools)  # ok: approval-framework-flag
