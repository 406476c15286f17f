import { Loader, Menu, Text } from '@mantine/core';
import type { ListView } from '@spichlerz/shared/wire/list-views';
import {
  IconArrowBackUp,
  IconCheck,
  IconDeviceFloppy,
  IconHome,
  IconLink,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { isConflict, isNotFound } from '../../api/api-error.ts';
import {
  listViewQuery,
  listViewsQuery,
  removeListView,
  saveListView,
  startWithView,
} from '../../api/list-views.ts';
import { useMe } from '../../api/session.ts';
import { useExplain } from '../../ui/errors.ts';
import { confirmAction } from '../../ui/overlay/confirm.ts';
import { notifyError, notifySuccess } from '../../ui/overlay/notify.tsx';
import { useDensity } from '../../ui/table/use-density.ts';
import { viewHref } from './view-address.ts';
import type { ViewDialogKind, ViewState } from './view-state.ts';

type Props = {
  state: ViewState;
  /** The saved view that the list shows, or undefined. */
  view: ListView | undefined;
  isChanged: boolean;
  restoreColumns: () => void;
  onOpenDialog: (kind: ViewDialogKind) => void;
};

const CHANGED_BY_OTHERS =
  'Ktoś zmienił ten widok w międzyczasie. Odrzuć swoje zmiany, żeby go zobaczyć, albo zapisz je jeszcze raz, żeby go zastąpić.';

export function ViewsMenuItems({ state, view, isChanged, restoreColumns, onOpenDialog }: Props) {
  const me = useMe();
  const router = useRouter();
  const client = useQueryClient();
  const explain = useExplain();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { setDense } = useDensity();
  const query = useQuery(listViewsQuery(state.list));
  const views = query.data?.list ?? [];
  const isOwn = (one: ListView) => one.owner.id === me.id;
  const mayChange = view !== undefined && (isOwn(view) || me.role === 'ADMIN');
  const isStart = view !== undefined && query.data?.startViewId === view.id;

  /** Discards the user's changes of columns and row height, so that the settings of the view apply. */
  const restoreLayout = (one: ListView) => {
    restoreColumns();
    setDense(one.isDense);
  };
  const open = (one: ListView) => {
    if (one.id === view?.id) restoreLayout(one);
    // The view comes from the list in the menu, which may be newer than the cached view.
    client.setQueryData(listViewQuery(one.id).queryKey, one);
    void router.navigate({ href: viewHref(one) });
  };
  const run = async (action: () => Promise<unknown>, done: { message: string; title: string }) => {
    try {
      await action();
      await client.invalidateQueries({ queryKey: ['list-view'] });
      notifySuccess(done.message, done.title);
    } catch (error) {
      // loads the current view, because the next attempt must send its version
      await client.invalidateQueries({ queryKey: ['list-view'] });
      // no message for a deleted view, because the list stays open with its filters
      if (!isNotFound(error)) notifyError(isConflict(error) ? CHANGED_BY_OTHERS : explain(error).message);
    }
  };
  const saveOver = (one: ListView) =>
    run(
      async () => {
        const { name, isShared, version } = one;
        await saveListView(one.id, { ...state, name, isShared, version });
      },
      { message: one.name, title: 'Zapisano widok' },
    );
  const remove = (one: ListView) =>
    confirmAction({
      title: 'Usunąć widok?',
      message: one.isShared
        ? `Widok „${one.name}” zniknie u wszystkich. Lista zostanie z obecnymi filtrami.`
        : `Widok „${one.name}” zostanie usunięty. Lista zostanie z obecnymi filtrami.`,
      confirmLabel: 'Usuń',
      danger: true,
      action: async () => {
        await removeListView(one.id);
        await router.navigate({ href: state.address });
        await client.invalidateQueries({ queryKey: ['list-view', 'list'] });
        notifySuccess(one.name, 'Usunięto widok');
      },
    });
  const copyAddress = (one: ListView) =>
    run(() => navigator.clipboard.writeText(`${window.location.origin}/views/${one.id}`), {
      message: one.isShared
        ? one.name
        : `${one.name} widzisz tylko Ty. Aby inni otworzyli ten adres, udostępnij widok wszystkim.`,
      title: 'Skopiowano adres widoku',
    });

  const itemOf = (one: ListView) => (
    <Menu.Item
      key={one.id}
      leftSection={
        <IconCheck size={16} aria-hidden visibility={one.id === view?.id ? undefined : 'hidden'} />
      }
      aria-current={one.id === view?.id || undefined}
      onClick={() => open(one)}
      style={{ overflowWrap: 'anywhere' }}
    >
      {one.name}
      {isOwn(one) ? null : (
        <Text span fz="xs" c="dimmed" ml={6}>
          {one.owner.name}
        </Text>
      )}
    </Menu.Item>
  );
  const own = views.filter((one) => isOwn(one) && !one.isShared);
  const shared = views.filter((one) => one.isShared);

  return (
    <>
      <Menu.Item
        leftSection={
          <IconCheck size={16} aria-hidden visibility={view === undefined ? undefined : 'hidden'} />
        }
        aria-current={view === undefined || undefined}
        onClick={() => void router.navigate({ href: path })}
      >
        Widok domyślny
      </Menu.Item>
      {query.isPending ? <Loader size="xs" m="xs" aria-label="Wczytywanie widoków" /> : null}
      {query.isError ? (
        <Menu.Item closeMenuOnClick={false} onClick={() => void query.refetch()}>
          Nie udało się wczytać widoków. Spróbuj ponownie
        </Menu.Item>
      ) : null}
      {own.length > 0 ? <Menu.Label>Moje</Menu.Label> : null}
      {own.map(itemOf)}
      {shared.length > 0 ? <Menu.Label>Dla wszystkich</Menu.Label> : null}
      {shared.map(itemOf)}
      <Menu.Divider />
      {view !== undefined && isChanged ? (
        <>
          {mayChange ? (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} stroke={1.5} aria-hidden />}
              onClick={() => void saveOver(view)}
            >
              Zapisz zmiany w widoku
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} stroke={1.5} aria-hidden />}
            onClick={() => open(view)}
          >
            Odrzuć zmiany
          </Menu.Item>
        </>
      ) : null}
      <Menu.Item
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
        onClick={() => onOpenDialog('new')}
      >
        Zapisz jako nowy widok
      </Menu.Item>
      {view === undefined ? null : (
        <>
          <Menu.Item
            leftSection={<IconHome size={16} stroke={1.5} aria-hidden />}
            onClick={() =>
              void run(() => startWithView(isStart ? null : view.id), {
                message: isStart ? 'Po zalogowaniu otworzą się pozycje.' : view.name,
                title: isStart ? 'Usunięto widok startowy' : 'Ustawiono widok startowy',
              })
            }
          >
            {isStart ? 'Nie zaczynaj od tego widoku' : 'Zaczynaj od tego widoku'}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLink size={16} stroke={1.5} aria-hidden />}
            onClick={() => void copyAddress(view)}
          >
            Kopiuj adres widoku
          </Menu.Item>
          {mayChange ? (
            <>
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
                onClick={() => onOpenDialog('edit')}
              >
                Zmień nazwę lub dostęp
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
                onClick={() => remove(view)}
              >
                Usuń widok
              </Menu.Item>
            </>
          ) : null}
        </>
      )}
    </>
  );
}
