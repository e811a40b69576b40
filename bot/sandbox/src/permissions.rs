//! Permission bits, as Discord numbers them.

pub const ADD_REACTIONS: u64 = 1 << 6;
pub const ADMINISTRATOR: u64 = 1 << 3;
pub const MANAGE_CHANNELS: u64 = 1 << 4;
pub const MANAGE_GUILD: u64 = 1 << 5;
pub const VIEW_CHANNEL: u64 = 1 << 10;
pub const SEND_MESSAGES: u64 = 1 << 11;
pub const MANAGE_MESSAGES: u64 = 1 << 13;
pub const EMBED_LINKS: u64 = 1 << 14;
pub const ATTACH_FILES: u64 = 1 << 15;
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
pub const MENTION_EVERYONE: u64 = 1 << 17;
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
pub const MANAGE_THREADS: u64 = 1 << 34;
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
pub const PIN_MESSAGES: u64 = 1 << 51;

/// What a member may do who has no role.
pub const MEMBER: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// What the bot was invited with.
pub const BOT: u64 = MEMBER | MANAGE_MESSAGES | MANAGE_THREADS | CREATE_PRIVATE_THREADS | PIN_MESSAGES;

/// What an administrator may do.
pub const ADMIN: u64 = BOT | ADMINISTRATOR | MANAGE_CHANNELS | MANAGE_GUILD | MENTION_EVERYONE;

/// The bit's name, for messages to people who debug.
pub(crate) fn name(bit: u64) -> &'static str {
    match bit {
        ADD_REACTIONS => "ADD_REACTIONS",
        VIEW_CHANNEL => "VIEW_CHANNEL",
        SEND_MESSAGES => "SEND_MESSAGES",
        MANAGE_MESSAGES => "MANAGE_MESSAGES",
        EMBED_LINKS => "EMBED_LINKS",
        ATTACH_FILES => "ATTACH_FILES",
        READ_MESSAGE_HISTORY => "READ_MESSAGE_HISTORY",
        MANAGE_THREADS => "MANAGE_THREADS",
        CREATE_PUBLIC_THREADS => "CREATE_PUBLIC_THREADS",
        CREATE_PRIVATE_THREADS => "CREATE_PRIVATE_THREADS",
        SEND_MESSAGES_IN_THREADS => "SEND_MESSAGES_IN_THREADS",
        PIN_MESSAGES => "PIN_MESSAGES",
        _ => "a permission",
    }
}
