//! A small bot on serenity and poise, with one of everything.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, ChannelType, CreateActionRow, CreateAttachment, CreateAutocompleteResponse,
    CreateButton, CreateInputText, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, CreateThread,
    EditInteractionResponse, InputTextStyle, Interaction,
};

pub struct Data;
type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, Data, Error>;
type App<'a> = poise::ApplicationContext<'a, Data, Error>;

/// The smallest PNG, in place of a board.
pub const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x02\x08\x06\0\0\0";

fn board(alt: &str) -> CreateAttachment {
    CreateAttachment::bytes(PNG, "board.png").description(alt)
}

fn panel() -> Vec<CreateActionRow> {
    let squares = ["d3", "c4"].map(|it| CreateSelectMenuOption::new(it.to_uppercase(), it)).to_vec();
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("game:42:flip").label("Flip"),
            CreateButton::new("game:42:type").label("Type"),
            CreateButton::new("game:42:later").label("Later"),
            CreateButton::new("game:42:off").label("Off").disabled(true),
        ]),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new("game:42:square", CreateSelectMenuKind::String { options: squares })
                .placeholder("Square"),
        ),
        CreateActionRow::SelectMenu(
            CreateSelectMenu::new("game:42:rival", CreateSelectMenuKind::User { default_users: None })
                .placeholder("Rival"),
        ),
    ]
}

/// Shows a board
#[poise::command(
    slash_command,
    name_localized("es-ES", "tablero"),
    description_localized("es-ES", "Muestra un tablero"),
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
async fn show(ctx: Context<'_>) -> Result<(), Error> {
    let locale = ctx.locale().unwrap_or("none").to_owned();
    let reply =
        poise::CreateReply::default().content(format!("board for {locale}")).attachment(board("A board"));
    ctx.send(reply.components(panel())).await?;
    Ok(())
}

async fn complete_move(_: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let known = ["e4", "e3", "Nf3", "Nc3"];
    let fits = known.into_iter().filter(|it| it.starts_with(partial));
    fits.fold(CreateAutocompleteResponse::new(), |all, it| all.add_string_choice(format!("move {it}"), it))
}

#[derive(Debug, poise::ChoiceParameter)]
enum Theme {
    #[name = "Threat"]
    #[name_localized("es-ES", "Amenaza")]
    Threat,
    #[name = "Zugzwang"]
    Zugzwang,
}

/// Plays a move after some thought
#[poise::command(slash_command, rename = "move")]
async fn play(
    ctx: Context<'_>,
    #[description = "Your move"]
    #[autocomplete = "complete_move"]
    #[rename = "move"]
    #[name_localized("es-ES", "jugada")]
    san: String,
    #[description = "How many"]
    #[min = 1]
    #[max = 9]
    count: Option<i64>,
    #[description = "Its theme"] theme: Option<Theme>,
    #[description = "Against whom"] rival: Option<serenity::User>,
) -> Result<(), Error> {
    ctx.defer().await?;
    let rival = rival.map(|it| it.display_name().to_owned());
    let reply = poise::CreateReply::default().content(format!("{san:?} {count:?} {theme:?} {rival:?}"));
    let handle = ctx.send(reply).await?;
    handle.edit(ctx, poise::CreateReply::default().attachment(board("after"))).await?;
    Ok(())
}

/// A hint for you alone
#[poise::command(slash_command)]
async fn hint(ctx: App<'_>) -> Result<(), Error> {
    ctx.defer_ephemeral().await?;
    let edit =
        EditInteractionResponse::new().content("look at the back rank").new_attachment(board("Back rank"));
    ctx.interaction.edit_response(ctx.serenity_context(), edit).await?;
    Ok(())
}

/// Counts the bytes of a file
#[poise::command(slash_command, ephemeral)]
async fn weigh(
    ctx: Context<'_>,
    #[description = "Any file"] file: serenity::Attachment,
) -> Result<(), Error> {
    ctx.say(format!("{} bytes of {}", file.download().await?.len(), file.filename)).await?;
    Ok(())
}

#[poise::command(slash_command, subcommands("create", "list"))]
#[expect(clippy::unused_async, reason = "commands are async")]
async fn problem(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Makes one
#[poise::command(slash_command)]
async fn create(
    ctx: Context<'_>,
    #[description = "Position"] fen: String,
    #[description = "Moves"] moves: u8,
) -> Result<(), Error> {
    ctx.say(format!("[{fen}] in {moves}")).await?;
    Ok(())
}

/// Lists all
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("none").await?;
    Ok(())
}

/// Never answers
#[poise::command(slash_command)]
async fn silent(_: Context<'_>) -> Result<(), Error> {
    std::future::pending().await
}

/// Thinks until somebody writes something
#[poise::command(slash_command)]
async fn ponder(ctx: App<'_>) -> Result<(), Error> {
    ctx.defer().await?;
    let http = ctx.serenity_context();
    loop {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let edit = EditInteractionResponse::new().content("ready");
        let newest = ctx.channel_id().messages(http, serenity::GetMessages::new().limit(1)).await?;
        if newest.first().is_some_and(|it| !it.author.bot) {
            if let Err(error) = ctx.interaction.edit_response(http, edit).await {
                ctx.channel_id().say(http, format!("late: {error}")).await?;
            }
            return Ok(());
        }
    }
}

/// For organisers
#[poise::command(slash_command, default_member_permissions = "MANAGE_GUILD", guild_only)]
async fn setup(ctx: Context<'_>) -> Result<(), Error> {
    let http = ctx.serenity_context();
    let outcome = async {
        let message = ctx
            .channel_id()
            .send_message(http, CreateMessage::new().content("pinned").add_file(board("x")))
            .await?;
        message.pin(http).await?;
        let thread = CreateThread::new("talk").kind(ChannelType::PublicThread);
        let thread = ctx.channel_id().create_thread_from_message(http, message.id, thread).await?;
        thread.say(http, "welcome").await?;
        Ok::<_, serenity::Error>(())
    };
    let text = match outcome.await {
        Ok(()) => "done".to_owned(),
        Err(serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(it))) => {
            format!("refused {}", it.error.code)
        }
        Err(other) => format!("failed: {other}"),
    };
    ctx.send(poise::CreateReply::default().content(text).ephemeral(true)).await?;
    Ok(())
}

#[poise::command(context_menu_command = "Read board")]
async fn read_board(ctx: Context<'_>, message: serenity::Message) -> Result<(), Error> {
    ctx.say(format!("{:?} with {} files", message.content, message.attachments.len())).await?;
    Ok(())
}

#[poise::command(context_menu_command = "Profile")]
async fn profile(ctx: Context<'_>, user: serenity::User) -> Result<(), Error> {
    ctx.say(format!("profile of {}", user.name)).await?;
    Ok(())
}

async fn component(ctx: &serenity::Context, it: &serenity::ComponentInteraction) -> Result<(), Error> {
    let message = CreateInteractionResponseMessage::new();
    let chosen = |it: &serenity::ComponentInteraction| match &it.data.kind {
        serenity::ComponentInteractionDataKind::StringSelect { values } => values.join(","),
        serenity::ComponentInteractionDataKind::UserSelect { values } => values[0].to_string(),
        _ => String::new(),
    };
    let answer = match it.data.custom_id.as_str() {
        "game:42:flip" => CreateInteractionResponse::UpdateMessage(
            message.content("flipped").add_file(board("Flipped")).components(panel()),
        ),
        "game:42:type" => {
            let input = CreateInputText::new(InputTextStyle::Short, "Your move", "move").max_length(10);
            CreateInteractionResponse::Modal(
                CreateModal::new("game:42:modal", "Move").components(vec![CreateActionRow::InputText(input)]),
            )
        }
        "game:42:later" => {
            it.create_response(ctx, CreateInteractionResponse::Acknowledge).await?;
            it.edit_response(ctx, EditInteractionResponse::new().content("later is now")).await?;
            return Ok(());
        }
        _ => CreateInteractionResponse::Message(
            message.content(format!("chose {}", chosen(it))).ephemeral(true),
        ),
    };
    it.create_response(ctx, answer).await?;
    Ok(())
}

async fn modal(ctx: &serenity::Context, it: &serenity::ModalInteraction) -> Result<(), Error> {
    let inputs = it.data.components.iter().flat_map(|row| &row.components);
    let texts: Vec<String> = inputs
        .filter_map(|it| if let ActionRowComponent::InputText(it) = it { it.value.clone() } else { None })
        .collect();
    let message =
        CreateInteractionResponseMessage::new().content(format!("typed {}", texts.join(","))).ephemeral(true);
    it.create_response(ctx, CreateInteractionResponse::Message(message)).await?;
    Ok(())
}

async fn on_event(ctx: &serenity::Context, event: &serenity::FullEvent) -> Result<(), Error> {
    match event {
        serenity::FullEvent::InteractionCreate { interaction: Interaction::Component(it) } => {
            component(ctx, it).await
        }
        serenity::FullEvent::InteractionCreate { interaction: Interaction::Modal(it) } => {
            modal(ctx, it).await
        }
        serenity::FullEvent::Message { new_message } if !new_message.author.bot => {
            if new_message.content.contains("hello") {
                new_message.reply(ctx, "hello yourself").await?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

pub async fn client(url: &str, token: &str) -> serenity::Client {
    let options = poise::FrameworkOptions {
        commands: vec![
            show(),
            play(),
            hint(),
            weigh(),
            problem(),
            silent(),
            ponder(),
            setup(),
            read_board(),
            profile(),
        ],
        event_handler: |framework, event| Box::pin(on_event(framework.serenity_context, event)),
        ..Default::default()
    };
    let framework = poise::Framework::builder().options(options).setup(|ctx, _, framework| {
        Box::pin(async move {
            poise::builtins::register_globally(ctx, &framework.options().commands).await?;
            Ok(Data)
        })
    });
    let http = serenity::HttpBuilder::new(token).proxy(url).ratelimiter_disabled(true).build();
    let intents = serenity::GatewayIntents::non_privileged();
    serenity::ClientBuilder::new_with_http(http, intents)
        .framework(framework.build())
        .await
        .expect("the client is built")
}
