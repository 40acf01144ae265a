// What pages do besides htmx: the dialog, copying, and choosing all. All of it is comfort: pages work without.
(() => {
  'use strict';
  const dialog = () => document.getElementById('dialog');

  document.addEventListener('htmx:afterSwap', (event) => {
    if (event.detail.target.id === 'dialog-body' && event.detail.target.childElementCount > 0) {
      dialog().showModal();
    }
  });

  const say = (element, text) => {
    element.dataset.said = text;
    setTimeout(() => delete element.dataset.said, 1500);
  };

  document.addEventListener('click', (event) => {
    const dismiss = event.target.closest('[data-dismiss]');
    if (dismiss && dialog().open) {
      event.preventDefault();
      dialog().close();
      return;
    }
    if (event.target === dialog()) {
      dialog().close();
      return;
    }
    const copy = event.target.closest('[data-copy]');
    if (copy && !copy.closest('a') && navigator.clipboard) {
      navigator.clipboard.writeText(copy.dataset.copy).then(() => say(copy, 'Copied'), () => {});
    }
    if (event.target.matches('[data-select]')) {
      event.target.select();
    }
  });

  document.addEventListener('change', (event) => {
    if (event.target.matches('[data-all]')) {
      const boxes = event.target.form.querySelectorAll(`input[name="${event.target.dataset.all}"]`);
      boxes.forEach((box) => { box.checked = event.target.checked; });
    }
  });

  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, textarea, select');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
      const search = document.querySelector('.filters input[type=search]');
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
  });
})();
