def start(driver, options):
    driver.launch(args=["--no-sandbox", "--headless"])  # expect: browser-sandbox-off
    driver.launch(args=["--headless"])  # ok: browser-sandbox-off
