// The worker of a thread: waits for the start of one, runs it to its end, and waits again.

import { Mailbox } from "./mailbox.js";
import { handleMessages, post } from "./messages.js";
import { instantiate } from "./wasi.js";

handleMessages({
  /** Works until the worker is terminated. */
  work({ module, memory, cells }) {
    const mailbox = new Mailbox(cells);
    const onOutput = () => post({ kind: "output" });
    post({ kind: "waits" });
    for (;;) {
      const { id, start } = mailbox.take();
      const { exports } = instantiate(module, memory, mailbox, onOutput);
      /** @type {any} */ (exports).wasi_thread_start(id, start);
    }
  },
});
