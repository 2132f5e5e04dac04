// Only while serving: waits for the next build, reloads the page, and shows the faults of a bad build.
(() => {
  let seen = /*generation*/ 0;

  function show(error) {
    let box = document.getElementById('winks-faults');
    if (!error) {
      if (box) box.remove();
      return;
    }
    if (!box) {
      box = document.createElement('section');
      box.id = 'winks-faults';
      box.setAttribute('role', 'alert');
      box.style.cssText = 'position:fixed;inset:auto 0 0 0;z-index:1000;max-height:60vh;overflow:auto;' +
        'padding:1rem 1.5rem;background:#4a0d12;color:#fff;border-top:4px solid #ff6b6b;' +
        'font:15px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere';
      document.body.append(box);
    }
    box.textContent = 'The book could not be built; this is the last one that could.\n\n' + error;
  }

  async function wait() {
    for (;;) {
      try {
        const answer = await fetch('/__winks/wait/' + seen, { cache: 'no-store' });
        const state = await answer.json();
        if (state.generation !== seen) {
          seen = state.generation;
          if (state.error) show(state.error);
          else location.reload();
        }
      } catch {
        // The server has stopped; it may come back.
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
  }

  show(/*error*/ null);
  wait();
})();
