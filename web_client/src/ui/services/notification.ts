/** Shows a message of the system, which leads back to where the visitor is now. */
export async function showNotification(title: string): Promise<void> {
  const path = location.pathname;
  // One tag: the next message takes the place of the last, and is heard as well.
  const options = { icon: '/icon-turn.svg', tag: 'sanqi-turn', renotify: true, data: path };
  try {
    const shown = new Notification(title, options);
    // A tab that is still open is brought forward. After that of a service worker, service_worker.js does this.
    shown.onclick = () => {
      window.focus();
      if (location.pathname !== path) location.assign(path);
      shown.close();
    };
  } catch {
    // Android lets nothing but a service worker speak; without one it stays silent.
    if (!('serviceWorker' in navigator)) return;
    const worker = await navigator.serviceWorker.getRegistration();
    await worker?.showNotification(title, options);
  }
}
