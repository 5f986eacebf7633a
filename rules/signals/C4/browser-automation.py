from playwright.async_api import async_playwright  # expect: browser-automation
import playfair  # ok: browser-automation
