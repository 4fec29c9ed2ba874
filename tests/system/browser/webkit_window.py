#!/usr/bin/python3
"""A window of WebKitGTK for WebKitWebDriver: webkit_window.py FOLDER LANGUAGE

WebKit's own MiniBrowser forgets everything and keeps its console to itself when it is driven. This one keeps its data
in FOLDER and writes its console to stderr.
"""
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder, language = sys.argv[1:]
os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # The driver silences stdout, which is where the console goes.

data = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=folder)
context = WebKit2.WebContext(website_data_manager=data)
context.set_preferred_languages([language])
context.set_automation_allowed(True)


def open_window(_session):
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1440, default_height=900)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: Gtk.main_quit())
    return view


def begin(_context, session):
    session.connect("create-web-view", open_window)


# The page is told that motion is to be reduced.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
context.connect("automation-started", begin)
Gtk.main()
