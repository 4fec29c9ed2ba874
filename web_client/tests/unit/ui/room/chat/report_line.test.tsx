// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parts } from '../../../../../src/i18n/en/parts';
import { room as words } from '../../../../../src/i18n/en/room';
import type { ChatLine } from '../../../../../src/protocol/types';
import { memoryStorage } from '../../../memory_storage';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { view as ReportLine } from '../../../../../src/ui/room/chat/report_line';
import type { RoomModel } from '../../../../../src/ui/room/model/room_model';
import { ServicesContext, type Services } from '../../../../../src/ui/services/services';
import { cleanup, fireEvent, render, screen } from '../../screen';

const line: ChatLine = { from: 'chen', text: 'rude', at: 7 };
const reported = signal<ReadonlySet<number>>(new Set());
const report = vi.fn();
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  reported.value = new Set();
});

function show(): void {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...words, ...parts } });
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <ReportLine line={line} model={{ reported, report } as unknown as RoomModel} />
    </ServicesContext.Provider>,
  );
}

const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const focused = (): string | null | undefined =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

describe('the flag of a line', () => {
  it('asks before it reports', () => {
    show();
    press('Report this line');
    expect(report).not.toHaveBeenCalled();
    expect(focused()).toBe('Yes');
    press('Yes');
    expect(report).toHaveBeenCalledWith(line);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('reports nothing by mistake, and gives the focus back', () => {
    show();
    press('Report this line');
    press('No');
    expect(report).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(focused()).toBe('Report this line');
  });

  it('becomes a mark when the server has it', async () => {
    show();
    press('Report this line');
    press('Yes');
    reported.value = new Set([line.at]);
    expect((await screen.findByText('Reported')).textContent).toBe('Reported');
    expect(screen.queryByRole('button')).toBeNull();
    await vi.waitFor(() => expect(focused()).toBe('Reported'), 30_000);
  });

  it('takes the focus from nobody who did not report', async () => {
    show();
    reported.value = new Set([line.at]);
    await screen.findByText('Reported');
    expect(document.activeElement).toBe(document.body);
  });
});
